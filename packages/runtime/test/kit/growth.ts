/**
 * How much more each of many things costs than each of few: the smallest cost of either, measured in turns, so that what
 * else the machine does meets both. More turns can but make both costs truer; they end as soon as the growth is below
 * `limit`, and a growth that is really larger never gets there.
 */
export async function growth(
  cost: (count: number) => number | Promise<number>,
  { few, many, limit, turns = 10 }: { few: number; many: number; limit: number; turns?: number },
): Promise<number> {
  await cost(few); // warm
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let turn = 0; turn < turns && !(turn > 1 && most / least < limit); turn++) {
    for (let i = 0; i < 3; i++) least = Math.min(least, await cost(few));
    most = Math.min(most, await cost(many));
  }
  return most / least;
}
