/** Express 5. Single routes need only `rs.route`; see there. */
import type { RequestHandler } from "express";
import { refuseNode } from "./node/node-answer.ts";
import { keepAdmitted } from "./requests/admitted.ts";
import { RequestRefused } from "./requests/refused.ts";
import type { RequestScheduler } from "./requests/request-scheduler.ts";

declare global {
  namespace Express {
    interface Request {
      /** For requests of `rs.route`: aborted when the request is cancelled, because its client has disconnected or the server closes. */
      readonly signal: AbortSignal;
    }
  }
}

/**
 * Middleware that admits or refuses requests before the middleware behind it does any work, such as parsing a body. Handlers of
 * `rs.route` behind it run as requests of the class that is given here.
 *
 *     app.use("/reports", admission(rs, "report"), express.json());
 *     app.post("/reports/sales", rs.route("report", sales));
 *
 * @param className The class. Default: the result of `classify`
 */
export function admission<C extends string>(rs: RequestScheduler<C>, className?: NoInfer<C>): RequestHandler {
  return (request, response, next) => {
    const answer = rs.admit(className ?? rs.classOf(request), { key: rs.keyOf(request) });
    if (answer instanceof RequestRefused) {
      if (answer.degrade) {
        // The route has the degraded answer.
        keepAdmitted(request, answer);
        next();
      } else refuseNode(answer, response, [], undefined);
      return;
    }
    keepAdmitted(request, answer);
    response.once("close", () => {
      // Nobody may have run it: it was answered by another, or its client has gone before its handler was reached. Where the answer is
      // complete, the handler may go on with what it does after that.
      if (!response.writableEnded || answer.state === "reserved") answer.cancel();
    });
    next();
  };
}
