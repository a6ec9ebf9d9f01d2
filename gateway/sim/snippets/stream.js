const response = await fetch("http://127.0.0.1:8080/api/v1/responses", {
  method: "POST",
  headers: { Authorization: `Bearer ${process.env.GATEHOUSE_API_KEY}` },
  body: JSON.stringify({ model: "sim/writer", input: "What can you do?", stream: true }),
});

let rest = "";
for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    if (!line.startsWith("data: {")) continue;
    const event = JSON.parse(line.slice(6));
    if (event.type === "response.output_text.delta") process.stdout.write(event.delta);
  }
}
