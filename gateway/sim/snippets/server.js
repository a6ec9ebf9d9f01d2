import { createServer } from "node:http";

createServer((request, response) => {
  const name = request.url.slice(1) || "world";
  response.end(`Hello, ${name}!\n`);
}).listen(8081, "127.0.0.1");
