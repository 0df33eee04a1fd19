/** A page for an empty folder: a computation beside an animation, as a job and in one go. */
import { primes } from "./primes.ts";

export const pageFiles: Readonly<Record<string, string>> = {
  "index.html": `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>A job beside an animation</title>
    <link rel="stylesheet" href="/src/style.css" />
  </head>
  <body>
    <h1>A job beside an animation</h1>
    <div class="track"><div id="ball"></div></div>
    <p>
      <button id="job">Count primes as a job</button>
      <button id="plain">Count them in one go</button>
    </p>
    <p id="result" role="status">The ball is moved by a script, frame by frame.</p>
    <script type="module" src="/src/main.ts"></script>
  </body>
</html>
`,
  "src/style.css": `:root {
  color-scheme: light dark;
  font-family: system-ui, sans-serif;
}
body {
  max-width: 40rem;
  margin: 3rem auto;
  padding: 0 1rem;
}
.track {
  height: 3rem;
  border-radius: 1.5rem;
  background: color-mix(in srgb, currentColor 12%, transparent);
}
#ball {
  width: 3rem;
  height: 3rem;
  border-radius: 50%;
  background: #0a84ff;
}
button {
  font: inherit;
  padding: 0.5rem 1rem;
}
`,
  "src/primes.ts": primes,
  "src/main.ts": `import { Scheduler } from "@preempt/runtime";
import { countPrimes } from "./primes";

const rt = new Scheduler({ policy: "edf" });
const limit = 3_000_000;

const ball = document.querySelector<HTMLElement>("#ball")!;
const result = document.querySelector<HTMLElement>("#result")!;

let lastFrame = performance.now();
let longestFrame = 0;

function draw(): void {
  // The time that browsers give to this function may be that at which the frame was due.
  const now = performance.now();
  longestFrame = Math.max(longestFrame, now - lastFrame);
  lastFrame = now;
  const width = ball.parentElement!.clientWidth - ball.clientWidth;
  ball.style.transform = \`translateX(\${((1 + Math.sin(now / 400)) / 2) * width}px)\`;
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);

async function show(how: string, count: () => number | PromiseLike<number>): Promise<void> {
  result.textContent = "Counting …";
  // The text is drawn before the counting starts.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  longestFrame = 0;
  const primes = await count();
  await new Promise((drawn) => requestAnimationFrame(drawn));
  result.textContent = \`\${primes} primes, \${how}. The longest frame took \${Math.round(longestFrame)} ms.\`;
}

async function countAsJob(): Promise<void> {
  const job = rt.submit(countPrimes, { args: [limit], deadline: 10_000 });
  await show("as a job", () => job);
  console.log(\`preempt: the job was preempted \${job.preemptions} times.\`);
}

document.querySelector("#job")!.addEventListener("click", countAsJob);
document.querySelector("#plain")!.addEventListener("click", () => show("in one go", () => countPrimes(limit)));
`,
  "vite.config.ts": `import preempt from "@preempt/transformer/vite";

export default {
  plugins: [preempt()],
};
`,
  "tsconfig.json": `{
  "compilerOptions": {
    "target": "es2023",
    "module": "esnext",
    "moduleResolution": "bundler",
    "lib": ["es2023", "dom", "dom.iterable"],
    "types": ["vite/client"],
    "strict": true,
    "noEmit": true,
    "skipLibCheck": true
  },
  "include": ["src"]
}
`,
};
