/** Packages that compute: layouts, physics, geometry, cryptography and compression. */
import type { Jobs } from "../job.ts";

export const numbers: Jobs = {
  "d3-force": {
    uses: { "d3-force": "3.0.1" },
    module: `import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation } from "d3-force";
export const once = () => {
  const nodes = Array.from({ length: 150 }, (_, id) => ({ id }));
  const links = Array.from({ length: 200 }, (_, i) => ({ source: i % 150, target: (i * 37) % 150 }));
  const simulation = forceSimulation(nodes).force("charge", forceManyBody()).force("link", forceLink(links)).force("collide", forceCollide(5)).force("centre", forceCenter()).stop();
  simulation.tick(30);
  return JSON.stringify(nodes.map(({ x, y }) => [x, y]));
};`,
  },
  "d3-hierarchy": {
    uses: { "d3-hierarchy": "3.1.3" },
    module: `import { hierarchy, pack, tree, treemap, treemapSquarify } from "d3-hierarchy";
const node = (depth, i) => ({ name: depth + "-" + i, value: 1 + (i * 7) % 10, children: depth === 0 ? undefined : Array.from({ length: 5 }, (_, k) => node(depth - 1, i * 5 + k)) });
const data = node(4, 1);
export const once = () => {
  const root = hierarchy(data).sum(({ children, value }) => (children ? 0 : value)).sort((a, b) => b.value - a.value);
  treemap().size([800, 600]).tile(treemapSquarify).padding(1)(root);
  pack().size([800, 600])(root);
  tree().size([800, 600])(root);
  return JSON.stringify(root.descendants().map(({ x, y, x0, y1, r }) => [x, y, x0, y1, r]));
};`,
  },
  "@dagrejs/dagre": {
    uses: { "@dagrejs/dagre": "3.1.3" },
    module: `import dagre from "@dagrejs/dagre";
export const once = () => {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({}).setDefaultEdgeLabel(() => ({}));
  for (let i = 0; i < 60; i++) graph.setNode("n" + i, { width: 40, height: 20 });
  for (let i = 1; i < 60; i++) { graph.setEdge("n" + (i >> 1), "n" + i); if (i % 4 === 0) graph.setEdge("n" + (i >> 2), "n" + i); }
  dagre.layout(graph);
  return JSON.stringify(graph.nodes().map((name) => [graph.node(name).x, graph.node(name).y]));
};`,
  },
  "matter-js": {
    uses: { "matter-js": "0.20.0" },
    module: `import Matter from "matter-js";
export const once = () => {
  Matter.Common._nextId = 0; Matter.Common._seed = 0;
  const engine = Matter.Engine.create();
  const bodies = Array.from({ length: 80 }, (_, i) => (i % 2 ? Matter.Bodies.circle(100 + (i % 10) * 42, 30 + i * 8, 18) : Matter.Bodies.rectangle(100 + (i % 10) * 41, 30 + i * 8, 34, 30)));
  Matter.Composite.add(engine.world, [Matter.Bodies.rectangle(300, 700, 800, 40, { isStatic: true }), ...bodies]);
  for (let i = 0; i < 60; i++) Matter.Engine.update(engine, 16);
  return JSON.stringify(bodies.map(({ position }) => position));
};`,
  },
  "cannon-es": {
    uses: { "cannon-es": "0.20.0" },
    module: `import { Body, Box, Plane, Sphere, Vec3, World } from "cannon-es";
export const once = () => {
  const world = new World({ gravity: new Vec3(0, 0, -9.8) });
  world.addBody(new Body({ mass: 0, shape: new Plane() }));
  const bodies = Array.from({ length: 30 }, (_, i) => new Body({ mass: 1, position: new Vec3((i % 3) * 0.9, (i % 4) * 0.8, 1 + i * 0.7), shape: i % 2 ? new Sphere(0.5) : new Box(new Vec3(0.4, 0.4, 0.4)) }));
  for (const body of bodies) world.addBody(body);
  for (let i = 0; i < 40; i++) world.step(1 / 60);
  return JSON.stringify(bodies.map(({ position: { x, y, z } }) => [x, y, z]));
};`,
  },
  three: {
    uses: { three: "0.187.0" },
    module: `import * as THREE from "three";
export const once = () => {
  const geometry = new THREE.TorusKnotGeometry(1, 0.3, 120, 12);
  geometry.computeVertexNormals();
  geometry.computeBoundingSphere();
  const mesh = new THREE.Mesh(geometry);
  mesh.rotation.set(0.1, 0.2, 0.3);
  mesh.updateMatrixWorld(true);
  const hits = Array.from({ length: 30 }, (_, i) => new THREE.Raycaster(new THREE.Vector3(i / 10 - 1.5, 0, 5), new THREE.Vector3(0, 0.05, -1).normalize()).intersectObject(mesh).map(({ distance }) => distance));
  return JSON.stringify([hits, geometry.boundingSphere.radius]);
};`,
  },
  earcut: {
    uses: { earcut: "3.2.4" },
    module: `import earcut from "earcut";
const ring = Array.from({ length: 2000 }, (_, i) => { const a = (i / 2000) * Math.PI * 2; const r = 10 + (i % 7) * 0.3; return [Math.cos(a) * r, Math.sin(a) * r]; }).flat();
export const once = () => JSON.stringify(earcut(ring));`,
  },
  "@noble/hashes": {
    uses: { "@noble/hashes": "2.4.0" },
    module: `import { sha256, sha512 } from "@noble/hashes/sha2.js"; import { sha3_256 } from "@noble/hashes/sha3.js"; import { pbkdf2 } from "@noble/hashes/pbkdf2.js"; import { bytes, hash } from "inputs";
const data = bytes(200_000);
export const once = () => [sha256(data), sha512(data), sha3_256(data), pbkdf2(sha256, "password", "salt", { c: 300, dkLen: 32 })].map(hash).join();`,
  },
  "@noble/curves": {
    uses: { "@noble/curves": "2.4.0" },
    module: `import { ed25519 } from "@noble/curves/ed25519.js"; import { secp256k1 } from "@noble/curves/secp256k1.js"; import { bytes, hash } from "inputs";
const key = bytes(32); const message = bytes(100);
export const once = () => {
  const signature = ed25519.sign(message, key);
  const other = secp256k1.sign(message, key);
  return [hash(signature), hash(other), ed25519.verify(signature, message, ed25519.getPublicKey(key)), secp256k1.verify(other, message, secp256k1.getPublicKey(key))].join();
};`,
  },
  pako: {
    uses: { pako: "3.0.3" },
    module: `import * as pako from "pako"; import { bytes, hash } from "inputs";
const data = bytes(200_000);
export const once = () => { const packed = pako.deflate(data); return hash(packed) + hash(pako.inflate(packed)); };`,
  },
  fflate: {
    uses: { fflate: "0.8.3" },
    module: `import { strToU8, unzipSync, zipSync } from "fflate"; import { bytes, hash } from "inputs";
const files = { "a.bin": bytes(150_000), "b.txt": strToU8("text ".repeat(5000)) };
export const once = () => { const packed = zipSync(files, { mtime: 1e12 }); return hash(packed) + Object.values(unzipSync(packed)).map(hash).join(); };`,
  },
};
