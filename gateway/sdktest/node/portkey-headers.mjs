// Loaded before Portkey's gateway, whose version 1.15.2 changes the headers of answers that
// it passes on, which fetch forbids: https://github.com/Portkey-AI/gateway/issues/1550.
// It gets copies, as the fix that is proposed there does.
const real = globalThis.fetch;
globalThis.fetch = async (...args) => {
  const answer = await real(...args);
  return new Response(answer.body, answer);
};
