// Physics, 3D, noise, games.

/** @type {import("../entry.ts").Entry[]} */
export const entries = [
  {
    name: "cannon-es",
    packages: { "cannon-es": "0.20.0" },
    async load() {
      const { Body, Box, Plane, Quaternion, Sphere, Vec3, World } = await import("cannon-es");
      const run = (count, steps, shapeOf) => {
        const world = new World({ gravity: new Vec3(0, -9.8, 0) });
        world.addBody(
          new Body({ mass: 0, shape: new Plane(), quaternion: new Quaternion().setFromEuler(-Math.PI / 2, 0, 0) }),
        );
        const bodies = [];
        for (let i = 0; i < count; i++)
          bodies.push(
            new Body({
              mass: 1 + (i % 3),
              shape: shapeOf(i),
              position: new Vec3((i % 3) * 0.9, 1 + i * 0.8, (i % 2) * 0.3),
            }),
          );
        for (const body of bodies) world.addBody(body);
        for (let step = 0; step < steps; step++) world.step(1 / 60);
        return bodies.map(({ position: p, quaternion: q }) => [p.x, p.y, p.z, q.x, q.y, q.z, q.w]);
      };
      return {
        boxes: () => run(2, 24, () => new Box(new Vec3(0.5, 0.5, 0.5))),
        spheres: () => run(4, 24, () => new Sphere(0.5)),
        both: () => run(3, 24, (i) => (i % 2 ? new Box(new Vec3(0.4, 0.5, 0.6)) : new Sphere(0.5))),
      };
    },
  },
  {
    name: "matter-js",
    packages: { "matter-js": "0.20.0" },
    async load() {
      const { default: Matter } = await import("matter-js");
      const run = (make, steps) => {
        const engine = Matter.Engine.create();
        const bodies = make();
        Matter.Composite.add(engine.world, [...bodies, Matter.Bodies.rectangle(50, 100, 200, 10, { isStatic: true })]);
        for (let i = 0; i < steps; i++) Matter.Engine.update(engine, 16);
        return bodies.map(({ position, angle, velocity }) => [position.x, position.y, angle, velocity.x, velocity.y]);
      };
      return {
        boxes: () => run(() => [0, 1, 2, 3].map((i) => Matter.Bodies.rectangle(40 + i * 5, 80 - i * 12, 10, 10)), 20),
        circles: () => run(() => [0, 1, 2, 3].map((i) => Matter.Bodies.circle(45 + i, 80 - i * 12, 6)), 20),
        polygons: () =>
          run(() => [3, 5, 6].map((sides, i) => Matter.Bodies.polygon(40 + i * 9, 84 - i * 12, sides, 8)), 20),
      };
    },
  },
  {
    name: "planck-js",
    packages: { "planck-js": "1.3.0" },
    async load() {
      const { default: planck } = await import("planck-js");
      const run = (shapeOf, count) => {
        const world = planck.World({ gravity: planck.Vec2(0, -10) });
        world.createBody().createFixture(planck.Edge(planck.Vec2(-20, 0), planck.Vec2(20, 0)), 0);
        const bodies = [];
        for (let i = 0; i < count; i++) {
          const body = world.createBody({
            type: "dynamic",
            position: planck.Vec2(i * 0.3, 1 + i * 1.1),
            angle: i * 0.4,
          });
          body.createFixture(shapeOf(i), { density: 1, friction: 0.3 });
          bodies.push(body);
        }
        for (let i = 0; i < 25; i++) world.step(1 / 60);
        return bodies.map((body) => [body.getPosition(), body.getAngle()]);
      };
      return {
        boxes: () => run(() => planck.Box(0.5, 0.5), 4),
        circles: () => run(() => planck.Circle(0.5), 5),
        both: () =>
          run(
            (i) =>
              i % 2 ? planck.Circle(0.4) : planck.Polygon([planck.Vec2(0, 0), planck.Vec2(1, 0), planck.Vec2(0.5, 1)]),
            4,
          ),
      };
    },
  },
  {
    name: "three",
    packages: { three: "0.187.0" },
    async load() {
      const THREE = await import("three");
      const array = (attribute) => Array.from(attribute.array);
      return {
        hits() {
          const geometry = new THREE.TorusKnotGeometry(1, 0.3, 16, 5);
          geometry.computeVertexNormals();
          geometry.computeBoundingSphere();
          const mesh = new THREE.Mesh(geometry);
          mesh.rotation.set(0.1, 0.2, 0.3);
          mesh.updateMatrixWorld(true);
          const out = [];
          for (let i = 0; i < 4; i++) {
            const ray = new THREE.Raycaster(
              new THREE.Vector3(0, i / 5, 5),
              new THREE.Vector3(0.1, 0.1, -1).normalize(),
            );
            out.push(ray.intersectObject(mesh).map(({ distance, point }) => [distance, point.x, point.y, point.z]));
          }
          return [out, geometry.boundingSphere.radius];
        },
        extruded() {
          const shape = new THREE.Shape().moveTo(0, 0).lineTo(4, 0).bezierCurveTo(5, 1, 4, 3, 2, 4).lineTo(0, 4);
          shape.holes.push(new THREE.Path().absarc(1.5, 1.5, 0.5, 0, Math.PI * 2));
          const geometry = new THREE.ExtrudeGeometry(shape, {
            depth: 1,
            bevelEnabled: true,
            steps: 2,
            curveSegments: 4,
          });
          const curve = new THREE.CatmullRomCurve3([0, 1, 2, 3].map((i) => new THREE.Vector3(i, i * i, -i)));
          return [
            array(geometry.attributes.position),
            curve.getSpacedPoints(7).map((p) => p.toArray()),
            curve.computeFrenetFrames(4).normals.map((p) => p.toArray()),
          ];
        },
        scene() {
          const scene = new THREE.Scene();
          const out = [];
          for (let i = 0; i < 6; i++) {
            const mesh = new THREE.Mesh(new THREE.SphereGeometry(1 + i, 5, 4));
            mesh.position.set(i, -i, 2 * i);
            mesh.lookAt(3, i, 1);
            mesh.rotateOnWorldAxis(new THREE.Vector3(1, 0, 0), 0.2);
            (i % 2 ? scene : (scene.children[0] ?? scene)).add(mesh);
          }
          scene.updateMatrixWorld(true);
          const camera = new THREE.PerspectiveCamera(50, 1.5, 0.1, 100);
          camera.position.set(3, 4, 5);
          camera.lookAt(0, 0, 0);
          camera.updateMatrixWorld();
          scene.traverse((object) => {
            const world = object.getWorldPosition(new THREE.Vector3());
            out.push(
              world.project(camera).toArray(),
              object.getWorldQuaternion(new THREE.Quaternion()).toArray(),
              object.getWorldDirection(new THREE.Vector3()).toArray(),
            );
          });
          const box = new THREE.Box3().setFromObject(scene, true);
          return [
            out,
            box.min.toArray(),
            box.max.toArray(),
            new THREE.Matrix4().compose(camera.position, camera.quaternion, camera.scale).invert().elements,
          ];
        },
      };
    },
  },
  {
    name: "gl-matrix",
    packages: { "gl-matrix": "3.4.4" },
    async load() {
      const { mat4, quat, vec3, mat3 } = await import("gl-matrix");
      return {
        vectors() {
          const list = [];
          for (let i = 0; i < 30; i++) list.push(i, i * 2, -i);
          vec3.forEach(list, 0, 0, 0, (out, v) => vec3.rotateX(out, v, [0, 0, 0], 0.3));
          return list;
        },
        matrices() {
          let m = mat4.create();
          for (let i = 1; i < 15; i++)
            m = mat4.multiply(
              mat4.create(),
              mat4.rotateY(mat4.create(), m, i / 10),
              mat4.fromTranslation(mat4.create(), [i, 1, 2]),
            );
          return [
            m,
            mat4.invert(mat4.create(), m),
            mat4.getRotation(quat.create(), m),
            mat4.getScaling(vec3.create(), m),
          ];
        },
        rotations() {
          const out = [];
          for (let i = 0; i < 10; i++)
            out.push(
              quat.rotationTo(quat.create(), [1, 0, 0], vec3.normalize([], [i, 1, 2])),
              quat.setAxes(quat.create(), [1, 0, i], [0, 1, 0], [0, 0, 1]),
              quat.sqlerp(quat.create(), [0, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], i / 10),
              mat3.fromQuat(mat3.create(), [0, i / 9, 0, 1]),
            );
          return out;
        },
      };
    },
  },
  {
    name: "simplex-noise",
    packages: { "simplex-noise": "4.0.3" },
    async load() {
      const { createNoise2D, createNoise3D, createNoise4D } = await import("simplex-noise");
      const random = (seed) => () => {
        seed = (seed * 16807) % 2147483647;
        return seed / 2147483647;
      };
      const field = (noise, size) => {
        const out = [];
        for (let x = 0; x < size; x++) for (let y = 0; y < size; y++) out.push(noise(x / 7, y / 5));
        return out;
      };
      return {
        plane: () => field(createNoise2D(random(1)), 12),
        space: () => {
          const noise = createNoise3D(random(2));
          return field((x, y) => noise(x, y, x * y), 10);
        },
        time: () => {
          const noise = createNoise4D(random(3));
          return field((x, y) => noise(x, y, x * y, x + y), 8);
        },
      };
    },
  },
  {
    name: "seedrandom",
    packages: { seedrandom: "3.0.5" },
    async load() {
      const { default: seedrandom } = await import("seedrandom");
      const draw = (random, count) => {
        const out = [];
        for (let i = 0; i < count; i++) out.push(random(), random.int32?.());
        return out;
      };
      return {
        first: () => draw(seedrandom("first"), 12),
        other: () => draw(seedrandom.alea("other"), 40),
        more: () => [draw(seedrandom.xor4096("more"), 20), draw(seedrandom("more", { state: true }), 6)],
      };
    },
  },
  {
    name: "chess.js",
    packages: { "chess.js": "1.4.0" },
    async load() {
      const { Chess } = await import("chess.js");
      const play = (moves, fen) => {
        const game = new Chess(fen);
        for (const move of moves.split(" ")) game.move(move);
        return [game.fen(), game.pgn(), game.moves(), game.isCheck()];
      };
      return {
        opening: () => play("e4 e5 Nf3 Nc6 Bb5 a6"),
        ending: () => play("Kd6 Kf7 e5", "8/8/4k3/8/3K4/4P3/8/8 w - - 0 1"),
        loaded() {
          const game = new Chess();
          game.loadPgn('[White "A"]\n\n1. d4 d5 2. c4 {gambit} dxc4 3. e3 b5');
          return [game.history({ verbose: true }).map((m) => m.lan), game.ascii(), game.getComments()];
        },
      };
    },
  },
];
