import { makeServer } from "./server.ts";

const server = makeServer().listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`http://127.0.0.1:${address?.port}`);
});
