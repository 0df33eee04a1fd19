/** Points clustered for every zoom level by supercluster (and kdbush), which the build makes preemptable. */
import Supercluster from "supercluster";

export interface Cluster {
  readonly x: number;
  readonly y: number;
  readonly points: number;
}

type Feature = Supercluster.PointFeature<Supercluster.AnyProps>;

/** @preempt */
export function parsePoints(csv: string): Feature[] {
  const features: Feature[] = [];
  let from = 0;
  while (from < csv.length) {
    let to = csv.indexOf("\n", from);
    if (to < 0) to = csv.length;
    const comma = csv.indexOf(",", from);
    if (comma > from && comma < to) {
      const x = Number(csv.slice(from, comma));
      const y = Number(csv.slice(comma + 1, to));
      if (Number.isFinite(x) && Number.isFinite(y)) {
        features.push({ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [x, y] } });
      }
    }
    from = to + 1;
  }
  return features;
}

/** @preempt */
export function clusterPoints(csv: string): Cluster[] {
  const index = new Supercluster({ radius: 50, maxZoom: 12 });
  index.load(parsePoints(csv));
  const clusters: Cluster[] = [];
  for (const feature of index.getClusters([-180, -85, 180, 85], 4)) {
    const [x = 0, y = 0] = feature.geometry.coordinates;
    clusters.push({ x, y, points: (feature.properties as { point_count?: number }).point_count ?? 1 });
  }
  return clusters;
}

/** The bundled sample: points scattered around a few hundred towns, the same each time. */
export function samplePoints(count: number): string {
  let seed = 20191203;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const towns = Array.from({ length: 300 }, () => [random() * 340 - 170, random() * 130 - 60] as const);
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const [x, y] = towns[Math.floor(random() ** 2 * towns.length)] as readonly [number, number];
    const spread = () => (random() + random() + random() - 1.5) * 6;
    lines.push(`${(x + spread()).toFixed(5)},${(y + spread()).toFixed(5)}`);
  }
  return lines.join("\n");
}
