import { geoAlbersUsa, geoArea, geoGraticule, geoMercator, geoOrthographic, geoPath } from "d3-geo";
import { hierarchy, pack, partition, tree, treemap } from "d3-hierarchy";
import { interpolate, interpolateLab } from "d3-interpolate";
import { timeFormat, utcParse } from "d3-time-format";
/** @preempt */
export function run() {
  const h = () =>
    hierarchy({ v: 0, children: [{ v: 1, children: [{ v: 3 }, { v: 4 }] }, { v: 2 }] })
      .sum((d) => d.v)
      .sort((a, b) => b.value - a.value);
  const out = [];
  for (const l of [pack().size([9, 9]), tree().size([9, 9]), treemap().size([9, 9]), partition().size([9, 9])])
    out.push(
      l(h())
        .descendants()
        .map((d) => [d.x, d.y, d.r, d.x0, d.y1]),
    );
  const g = {
    type: "Polygon",
    coordinates: [
      [
        [0, 0],
        [10, 20],
        [20, 0],
        [0, 0],
      ],
    ],
  };
  out.push(
    geoPath(geoOrthographic().rotate([20, 30]))(g),
    geoPath(geoMercator())(g),
    geoArea(g),
    geoPath(geoAlbersUsa())({ type: "Point", coordinates: [-100, 40] }),
    geoPath(geoOrthographic())(geoGraticule().step([30, 30])()),
  );
  out.push(
    interpolate({ a: [1, "2px"] }, { a: [3, "4px"] })(0.3),
    interpolateLab("red", "#0af")(0.4),
    timeFormat("%Y-%m-%d %j %U")(new Date(Date.UTC(2020, 1, 3))),
    utcParse("%d %b %Y")("3 Mar 2021"),
  );
  return JSON.stringify(out);
}
