/** Simulates bodies that fall into a box: matter-js. */
import Matter from "matter-js";
import { hashTexts } from "../../../work/hash.ts";

export const world = { width: 800, height: 600 } as const;
const count = 900;
/** Milliseconds of the simulation for each step. */
const stepTime = 1000 / 60;

/** The engine that is simulated, from its step 0 on. */
export interface Data {
  engine: Matter.Engine;
  bodies: readonly Matter.Body[];
}

/** For each body x, y and the angle, one after the other. */
export type Places = readonly number[];

export function prepare(): Data {
  return begin();
}

function begin(): Data {
  const engine = Matter.Engine.create();
  const { width, height } = world;
  const fixed = { isStatic: true };
  const walls = [
    Matter.Bodies.rectangle(width / 2, height + 20, width + 80, 40, fixed),
    Matter.Bodies.rectangle(-20, 0, 40, 4 * height, fixed),
    Matter.Bodies.rectangle(width + 20, 0, 40, 4 * height, fixed),
  ];
  const bodies = Array.from({ length: count }, (_, i) =>
    Matter.Bodies.polygon(25 + (i % 30) * 25.9, 560 - Math.floor(i / 30) * 24, 3 + (i % 5), 11),
  );
  Matter.Composite.add(engine.world, [...walls, ...bodies]);
  return { engine, bodies };
}

/** One step; step 0 begins anew. @preempt */
export function run(data: Data, step: number): Places {
  if (step === 0) Object.assign(data, begin());
  Matter.Engine.update(data.engine, stepTime);
  const places: number[] = [];
  for (const { position, angle } of data.bodies) places.push(position.x, position.y, angle);
  return places;
}

export function digest(places: Places): string {
  return hashTexts([places.join()]);
}
