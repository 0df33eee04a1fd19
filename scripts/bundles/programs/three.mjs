import * as THREE from "three";
/** @preempt */
export function run() {
  const out = [];
  const g = new THREE.TorusKnotGeometry(1, 0.3, 20, 6);
  g.computeVertexNormals();
  g.computeBoundingSphere();
  out.push(Array.from(g.attributes.position.array).slice(0, 60), g.boundingSphere.radius);
  const m = new THREE.Mesh(g);
  m.rotation.set(0.1, 0.2, 0.3);
  m.updateMatrixWorld(true);
  const r = new THREE.Raycaster(new THREE.Vector3(0, 0, 5), new THREE.Vector3(0.1, 0.2, -1).normalize());
  out.push(r.intersectObject(m).map((h) => h.distance));
  const shape = new THREE.Shape().moveTo(0, 0).lineTo(4, 0).bezierCurveTo(5, 1, 4, 3, 2, 4).lineTo(0, 4);
  shape.holes.push(new THREE.Path().absarc(1.5, 1.5, 0.5, 0, Math.PI * 2));
  const e = new THREE.ExtrudeGeometry(shape, { depth: 1, bevelEnabled: true, steps: 2 });
  out.push(e.attributes.position.count, Array.from(e.attributes.position.array).slice(0, 40));
  const c = new THREE.CatmullRomCurve3([0, 1, 2, 3].map((i) => new THREE.Vector3(i, i * i, -i)));
  out.push(
    c.getSpacedPoints(7).map((p) => p.toArray()),
    new THREE.Quaternion()
      .setFromEuler(new THREE.Euler(1, 2, 3))
      .slerp(new THREE.Quaternion(), 0.3)
      .toArray(),
    new THREE.Color("hsl(20,50%,40%)").getHexString(),
    m.toJSON().object,
  );
  return JSON.stringify(out, (k, v) => (k === "uuid" || k === "geometry" || k === "material" ? undefined : v));
}
