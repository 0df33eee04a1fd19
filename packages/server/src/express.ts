/** Express 5. Single routes need only `rs.route`; see there. */
import type { RequestHandler } from "express";
import { refuseNode } from "./node/node-answer.ts";
import { keepAdmitted } from "./requests/admitted.ts";
import { RequestRefused } from "./requests/refused.ts";
import type { RequestScheduler } from "./requests/request-scheduler.ts";

declare global {
  namespace Express {
    interface Request {
      /** Of requests of `rs.route`: aborted when the request is cancelled, since its client has disconnected or the server closes. */
      readonly signal: AbortSignal;
    }
  }
}

/**
 * Middleware that admits requests, or refuses them, before those behind it do any work: parsing a body, for example. Handlers of
 * `rs.route` behind it run as requests of the class that is said here.
 *
 *     app.use("/reports", admission(rs, "report"), express.json());
 *     app.post("/reports/sales", rs.route("report", sales));
 *
 * @param className Default: as `classify` says
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
