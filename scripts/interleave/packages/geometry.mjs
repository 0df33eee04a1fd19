// Points, polygons, maps.
const points = (count, seed) =>
  Array.from({ length: count }, (_, i) => [((i * 37 + seed) % 101) / 10, ((i * 53 + seed * 7) % 97) / 10]);

/** @type {import("../entry.ts").Entry[]} */
export const entries = [
  {
    name: "@turf/turf",
    packages: { "@turf/turf": "7.4.0" },
    async load() {
      const turf = await import("@turf/turf");
      const square = (x, size) =>
        turf.polygon([
          [
            [x, x],
            [x + size, x],
            [x + size, x + size],
            [x, x + size],
            [x, x],
          ],
        ]);
      return {
        unions() {
          const circle = turf.buffer(turf.point([5, 5]), 200, { units: "kilometers", steps: 3 });
          const both = turf.featureCollection([square(1, 4), circle]);
          return [turf.intersect(both), turf.union(both), turf.area(circle), turf.simplify(circle, { tolerance: 0.1 })];
        },
        triangles() {
          const all = turf.featureCollection(points(20, 3).map((p, i) => turf.point(p, { v: i })));
          return [
            turf.tin(all),
            turf.voronoi(all, { bbox: [0, 0, 11, 11] }),
            turf.convex(all),
            turf.clustersDbscan(all, 80, { units: "kilometers" }),
          ];
        },
        lines() {
          const line = turf.lineString(points(6, 5));
          return [
            turf.lineIntersect(line, square(2, 4)),
            turf.nearestPointOnLine(line, turf.point([4, 4])),
            turf.along(line, 50, { units: "miles" }),
            turf.difference(turf.featureCollection([square(0, 5), square(2, 5)])),
            turf.buffer(line, 10, { units: "kilometers", steps: 3 }),
          ];
        },
      };
    },
  },
  {
    name: "polygon-clipping",
    packages: { "polygon-clipping": "0.15.7" },
    async load() {
      const { default: clipping } = await import("polygon-clipping");
      const star = (x, r) => [
        Array.from({ length: 7 }, (_, i) => [x + r * Math.cos(i * 2.8), x + r * Math.sin(i * 2.8)]),
      ];
      return {
        union: () => clipping.union(star(0, 3), star(1, 3), star(2, 2)),
        intersection: () => clipping.intersection(star(0, 3), star(0.5, 4)),
        difference: () => [clipping.difference(star(1, 5), star(1.5, 2)), clipping.xor(star(0, 3), star(1, 2))],
      };
    },
  },
  {
    name: "martinez-polygon-clipping",
    packages: { "martinez-polygon-clipping": "0.8.1" },
    async load() {
      const martinez = await import("martinez-polygon-clipping");
      const ring = (x, r) => [
        [...Array.from({ length: 12 }, (_, i) => [x + r * Math.cos(i / 2), x + r * Math.sin(i / 2)]), [x + r, x]],
      ];
      return {
        union: () => martinez.union(ring(0, 3), ring(1, 3)),
        intersection: () => martinez.intersection(ring(0, 3), ring(0.5, 4)),
        difference: () => [martinez.diff(ring(1, 5), ring(1.5, 2)), martinez.xor(ring(0, 3), ring(1, 2))],
      };
    },
  },
  {
    name: "delaunator",
    packages: { delaunator: "5.1.0" },
    async load() {
      const { default: Delaunator } = await import("delaunator");
      const make = (count, seed) => {
        const all = new Delaunator(new Float64Array(points(count, seed).flat()));
        all.coords[0] += 0.01;
        all.update();
        return [all.triangles, all.halfedges, all.hull];
      };
      return { few: () => make(12, 1), some: () => make(40, 2), many: () => make(90, 3) };
    },
  },
  {
    name: "earcut",
    packages: { earcut: "3.0.2" },
    async load() {
      const { default: earcut, flatten, deviation } = await import("earcut");
      const ring = (count, r) => Array.from({ length: count }, (_, i) => [r * Math.cos(i), r * Math.sin(i * 1.1)]);
      return {
        star: () => earcut(ring(40, 5).flat()),
        holes() {
          const { vertices, holes, dimensions } = flatten([
            [
              [0, 0],
              [10, 0],
              [10, 10],
              [0, 10],
            ],
            [
              [1, 1],
              [2, 1],
              [2, 2],
            ],
            [
              [4, 4],
              [6, 4],
              [5, 6],
            ],
          ]);
          const triangles = earcut(vertices, holes, dimensions);
          return [triangles, deviation(vertices, holes, dimensions, triangles)];
        },
        hashed: () => earcut(ring(85, 9).flat()),
      };
    },
  },
  {
    name: "supercluster",
    packages: { supercluster: "8.0.1" },
    async load() {
      const { default: Supercluster } = await import("supercluster");
      const make = (count, seed, options) => {
        const index = new Supercluster(options);
        index.load(
          points(count, seed).map((coordinates, i) => ({
            type: "Feature",
            properties: { i },
            geometry: { type: "Point", coordinates },
          })),
        );
        const clusters = index.getClusters([-20, -20, 20, 20], 3);
        const first = clusters.find((c) => c.properties.cluster);
        return [clusters, index.getTile(4, 8, 7), first && index.getChildren(first.id)];
      };
      return {
        few: () => make(20, 1, { radius: 40 }),
        some: () => make(40, 2, { radius: 80, maxZoom: 8 }),
        reduced: () =>
          make(30, 3, {
            map: ({ i }) => ({ sum: i }),
            reduce: (a, b) => {
              a.sum += b.sum;
            },
          }),
      };
    },
  },
  {
    name: "rbush",
    packages: { rbush: "4.0.1" },
    async load() {
      const { default: RBush } = await import("rbush");
      const boxes = (count, seed) =>
        points(count, seed).map(([x, y], i) => ({ minX: x, minY: y, maxX: x + 1, maxY: y + (i % 3) }));
      return {
        loaded: () => new RBush(4).load(boxes(60, 1)).search({ minX: 2, minY: 2, maxX: 5, maxY: 5 }),
        inserted() {
          const tree = new RBush(5);
          for (const box of boxes(30, 2)) tree.insert(box);
          return tree.toJSON();
        },
        removed() {
          const all = boxes(30, 3);
          const tree = new RBush(4).load(all);
          for (let i = 0; i < 20; i++) tree.remove(all[i]);
          return [tree.all(), tree.collides({ minX: 0, minY: 0, maxX: 1, maxY: 1 })];
        },
      };
    },
  },
  {
    name: "kdbush",
    packages: { kdbush: "4.1.0" },
    async load() {
      const { default: KDBush } = await import("kdbush");
      const make = (count, seed) => {
        const index = new KDBush(count, 8);
        for (const [x, y] of points(count, seed)) index.add(x, y);
        return index.finish();
      };
      return {
        range: () => make(100, 1).range(2, 2, 6, 7),
        within: () => make(150, 2).within(5, 5, 2),
        both: () => [make(70, 3).range(1, 1, 3, 3), make(70, 4).within(1, 1, 3)],
      };
    },
  },
  {
    name: "d3-delaunay",
    packages: { "d3-delaunay": "6.0.6" },
    async load() {
      const { Delaunay } = await import("d3-delaunay");
      return {
        cells: () => Delaunay.from(points(30, 1)).voronoi([0, 0, 10, 10]).render(),
        found() {
          const all = Delaunay.from(points(40, 2));
          const out = [];
          for (let i = 0; i < 10; i++) out.push(all.find(i, 10 - i));
          return [out, all.renderTriangle(3), all.renderHull()];
        },
        polygons: () => [...Delaunay.from(points(25, 3)).voronoi([1, 1, 9, 9]).cellPolygons()],
      };
    },
  },
  {
    name: "d3-geo",
    packages: { "d3-geo": "3.1.2" },
    async load() {
      const d3 = await import("d3-geo");
      const polygon = (x, r) => ({
        type: "Polygon",
        coordinates: [Array.from({ length: 9 }, (_, i) => [x + r * Math.cos(-i), (r / 2) * Math.sin(-i)])],
      });
      const measures = (first, step) => {
        const out = [];
        for (let x = first; x < first + 4 * step; x += step) {
          const one = polygon(x, 9 + step);
          out.push(d3.geoArea(one), d3.geoLength(one), d3.geoCentroid(one), d3.geoBounds(one));
        }
        return out;
      };
      return {
        measures: () => measures(10, 7),
        drawn() {
          const path = d3.geoPath(d3.geoOrthographic().rotate([20, 30]));
          return [path(polygon(3, 33)), path.area(polygon(9, 30)), path.centroid(polygon(9, 20)), measures(-30, 5)];
        },
        fitted() {
          const path = d3.geoPath(d3.geoMercator().fitSize([300, 200], polygon(7, 50)));
          return [path(polygon(7, 50)), path.measure(polygon(8, 9)), path.bounds(polygon(1, 2)), measures(100, 9)];
        },
      };
    },
  },
  {
    name: "d3-hierarchy",
    packages: { "d3-hierarchy": "3.1.3" },
    async load() {
      const d3 = await import("d3-hierarchy");
      const tree = (depth, width) => ({
        v: depth * 3 + width,
        children: depth ? Array.from({ length: width }, (_, i) => tree(depth - 1, 1 + ((i + depth) % 3))) : undefined,
      });
      const places = (root) => root.descendants().map(({ x, y, r, x0, y0, x1, y1 }) => [x, y, r, x0, y0, x1, y1]);
      return {
        trees: () => [
          places(d3.tree().size([10, 10])(d3.hierarchy(tree(4, 3)))),
          places(d3.cluster()(d3.hierarchy(tree(3, 3)))),
        ],
        treemap: () => places(d3.treemap().size([100, 70]).padding(1)(d3.hierarchy(tree(4, 3)).sum((d) => d.v))),
        pack: () => places(d3.pack().size([50, 50])(d3.hierarchy(tree(3, 3)).sum((d) => d.v))),
      };
    },
  },
  {
    name: "d3-force",
    packages: { "d3-force": "3.0.1" },
    timers: true,
    async load() {
      // A page whose frames come often: the package's timer fires in each turn of the event loop.
      globalThis.window = { requestAnimationFrame: setImmediate };
      const d3 = await import("d3-force");
      const nodes = (count) => Array.from({ length: count }, (_, index) => ({ index }));
      const chain = (count) => Array.from({ length: count - 1 }, (_, i) => ({ source: i, target: i + 1 }));
      const places = (all) => all.map(({ x, y }) => [x, y]);
      const run = (count, forces) => {
        const all = nodes(count);
        // Frames may come before it is stopped: they find no nodes, and what they did to alpha does not count.
        const simulation = d3.forceSimulation().stop().alpha(1).nodes(all);
        for (const [name, force] of Object.entries(forces)) simulation.force(name, force);
        for (let i = 0; i < 3; i++) simulation.tick();
        return places(all);
      };
      return {
        charged: () => run(6, { charge: d3.forceManyBody().strength(-20), x: d3.forceX(), y: d3.forceY() }),
        linked: () => run(5, { link: d3.forceLink(chain(5)).distance(8), center: d3.forceCenter(3, 4) }),
        crowded: () => run(5, { collide: d3.forceCollide(4), radial: d3.forceRadial(10) }),
      };
    },
  },
  {
    name: "d3-contour",
    packages: { "d3-contour": "4.0.3" },
    async load() {
      const d3 = await import("d3-contour");
      const grid = (n, k) =>
        Array.from({ length: n * n }, (_, i) => Math.sin((i % n) / k) * Math.cos(Math.floor(i / n) / k));
      return {
        contours: () => d3.contours().size([12, 12]).thresholds([0, 0.3, 0.6])(grid(12, 3)),
        finer: () => d3.contours().size([16, 16]).smooth(false).thresholds(4)(grid(16, 2)),
        density: () => d3.contourDensity().size([40, 40]).bandwidth(5).thresholds(3)(points(20, 3)),
      };
    },
  },
  {
    name: "proj4",
    packages: { proj4: "2.22.0" },
    async load() {
      const { default: proj4 } = await import("proj4");
      const utm = "+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs";
      const lambert =
        "+proj=lcc +lat_1=49 +lat_2=44 +lat_0=46.5 +lon_0=3 +x_0=700000 +y_0=6600000 +ellps=GRS80 +units=m";
      const all = (from, to) => {
        const out = [];
        for (let i = 0; i < 8; i++) out.push(proj4(from, to, [7 + i / 4, 47 + i / 5]));
        return out;
      };
      return {
        utm: () => all("EPSG:4326", utm),
        lambert: () => all("WGS84", lambert),
        mercator: () => [all("EPSG:4326", "EPSG:3857"), proj4(utm, lambert, [400000, 5200000])],
      };
    },
  },
  {
    name: "geolib",
    packages: { geolib: "3.3.14" },
    async load() {
      const geolib = await import("geolib");
      const places = (count, seed) => points(count, seed).map(([longitude, latitude]) => ({ longitude, latitude }));
      return {
        distances() {
          const out = [];
          for (const p of places(8, 1))
            out.push(
              geolib.getPreciseDistance(p, { latitude: 1, longitude: 2 }),
              geolib.getRhumbLineBearing(p, { latitude: 3, longitude: 3 }),
            );
          return out;
        },
        nearest: () => [
          geolib.orderByDistance({ latitude: 5, longitude: 5 }, places(12, 2)),
          geolib.getCenter(places(9, 3)),
          geolib.getBounds(places(9, 4)),
        ],
        inside: () => [
          geolib.isPointInPolygon({ latitude: 2, longitude: 2 }, places(9, 5)),
          geolib.getAreaOfPolygon(places(7, 6)),
          geolib.getPathLength(places(20, 7)),
        ],
      };
    },
  },
];
