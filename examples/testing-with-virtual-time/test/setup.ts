import { scheduleMatchers } from "@preempt/runtime/testing/vitest";
import { expect } from "vitest";

expect.extend(scheduleMatchers);
