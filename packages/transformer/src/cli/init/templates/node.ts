/** A server for an empty folder: bulky requests beside urgent ones, as jobs and in one go. */
import { primes } from "./primes.ts";

export const nodeFiles: Readonly<Record<string, string>> = {
  "src/primes.ts": primes,
  "src/server.ts": `import { createServer } from "node:http";
import { Scheduler } from "@preempt/runtime";
import { countPrimes } from "./primes.ts";

const rt = new Scheduler({ policy: "edf" });
const limit = 2_000_000;

/** /time is urgent. /primes is bulky: a job. /primes?plain does the same in one go. */
export const server = createServer(async (request, response) => {
  if (request.url === "/time") {
    response.end(\`\${new Date().toISOString()}\\n\`);
    return;
  }
  if (request.url === "/primes?plain") {
    response.end(\`\${countPrimes(limit)} primes\\n\`);
    return;
  }
  if (request.url === "/primes") {
    const job = rt.submit(countPrimes, { args: [limit], deadline: 10_000 });
    response.end(\`\${await job} primes. The job was preempted \${job.preemptions} times.\\n\`);
    return;
  }
  response.writeHead(404).end("There are /time, /primes and /primes?plain.\\n");
});

server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(\`http://127.0.0.1:\${address.port}/primes\`);
});
`,
  "src/try.ts": `// Asks for the time every 20 ms while the server counts primes: how long does an answer take?
import { Agent, get } from "node:http";

process.env.PORT ??= "0";
const { server } = await import("./server.ts");
if (!server.listening) await new Promise((listening) => server.once("listening", listening));
const address = server.address();
const port = address !== null && typeof address === "object" ? address.port : 0;

const agent = new Agent({ keepAlive: true });

function ask(path: string): Promise<string> {
  return new Promise((answered, failed) => {
    get({ host: "127.0.0.1", port, path, agent }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => answered(text));
    }).on("error", failed);
  });
}

async function measure(path: string): Promise<void> {
  let isDone = false;
  let slowest = 0;
  const bulky = ask(path).then((text) => {
    isDone = true;
    return text;
  });
  while (!isDone) {
    const start = performance.now();
    await ask("/time");
    slowest = Math.max(slowest, performance.now() - start);
    await new Promise((later) => setTimeout(later, 20));
  }
  console.log(\`\${path}: \${(await bulky).trim()}\`);
  console.log(\`\${path}: the slowest answer of /time took \${Math.round(slowest)} ms.\`);
}

// The first requests open connections and compile code.
await ask("/time");
await measure("/primes?plain");
await measure("/primes");
agent.destroy();
server.close();
`,
  "tsconfig.json": `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "lib": ["es2023"],
    "types": ["node"],
    "strict": true,
    "noEmit": true,
    "allowImportingTsExtensions": true,
    "erasableSyntaxOnly": true,
    "skipLibCheck": true
  },
  "include": ["src"]
}
`,
};
