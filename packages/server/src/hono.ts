/** Hono. Single routes need only `rs.route`; see there. */
import type { MiddlewareHandler } from "hono";
import { keepAdmitted } from "./requests/admitted.ts";
import { RequestRefused } from "./requests/refused.ts";
import type { RequestScheduler } from "./requests/request-scheduler.ts";
import { refuseWeb } from "./requests/web-answer.ts";

/**
 * Middleware that admits or refuses requests before the middleware behind it does any work. Handlers of `rs.route` behind it run as
 * requests of the class that is given here.
 *
 *     app.use("/reports/*", admission(rs, "report"), bearerAuth({ token }));
 *     app.get("/reports/sales", rs.route("report", sales));
 *
 * @param className The class. Default: the result of `classify`
 */
export function admission<C extends string>(rs: RequestScheduler<C>, className?: NoInfer<C>): MiddlewareHandler {
  return async (context, next) => {
    const answer = rs.admit(className ?? rs.classOf(context), { key: rs.keyOf(context) });
    if (answer instanceof RequestRefused && !answer.degrade) {
      return (await refuseWeb(answer, [], undefined)) as Response;
    }
    const { raw } = context.req;
    keepAdmitted(raw, answer);
    try {
      await next();
    } finally {
      // Nobody may have run it: it was answered by another.
      if (!(answer instanceof RequestRefused) && answer.state === "reserved") answer.cancel();
    }
    return undefined;
  };
}
