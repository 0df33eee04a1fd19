import { ScheduleRecorder, scheduleMatchers, virtualScheduler } from "@preempt/runtime/testing/vitest";
import { expect, test } from "vitest";

expect.extend(scheduleMatchers);

/** 3 ms each 10 ms before a bulky job of 8 ms. */
function audioAndBulky({ deadline = 12 } = {}) {
  const made = virtualScheduler({ policy: "fp", preemption: "ideal", slice: 100 });
  const task = made.rt.task(made.work(3), { period: 10, name: "audio", priority: 1 });
  made.rt.submit(made.work(8), { name: "bulky", deadline });
  made.host.run(15);
  return { ...made, task };
}

function messageOf(assert: () => void): string {
  try {
    assert();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
}

test("toMeetDeadlines passes on jobs in time, and shows the late one", () => {
  const made = audioAndBulky();
  expect(made).toMeetDeadlines("audio");
  expect(made.schedule).toMeetDeadlines(made.task);
  expect(audioAndBulky({ deadline: 14 })).toMeetDeadlines();
  expect(made).not.toMeetDeadlines();
  expect(made).not.toMeetDeadlines("bulky");
  expect(messageOf(() => expect(made).toMeetDeadlines())).toMatchInlineSnapshot(`
    "expected every job to meet its deadline, but T0J0 ended 2 late, due at 12:

      0–3    T1J0 audio  done
      3–10   T0J0 bulky  …
      10–13  T1J1 audio  done
    > 13–14  T0J0 bulky  done, 2 late"
  `);
  expect(messageOf(() => expect(made).not.toMeetDeadlines("audio"))).toMatchInlineSnapshot(`
    "expected a job to miss its deadline, but none did:

      0–3    T1J0 audio  done
      3–10   T0J0 bulky  …
      10–13  T1J1 audio  done
      13–14  T0J0 bulky  done, 2 late"
  `);
});

test("a job that is unfinished at its deadline missed it, whether it ends or not", () => {
  const { rt, host, schedule, work } = virtualScheduler();
  rt.submit(work(2), { name: "first", deadline: 2 });
  rt.submit(work(1000), { name: "endless", deadline: 6 });
  host.run(5.9);
  expect(schedule).toMeetDeadlines();
  host.run(6);
  expect(messageOf(() => expect(schedule).toMeetDeadlines())).toContain("but T0J1 has not ended, due at 6:");
});

test("a job whose deadline passed while nothing ran has missed it, told or not", () => {
  const { rt, host, schedule, work } = virtualScheduler();
  rt.submit(work(2), { name: "waits", deadline: 5 });
  host.advance(6);
  expect(messageOf(() => expect(schedule).toMeetDeadlines())).toContain("but T0J0 has not ended, due at 5:");
});

test("a line of a schedule whose times are none is an error", () => {
  const { schedule } = audioAndBulky();
  for (const line of ["0..3 audio", "1.2.3 audio", "0-. audio"]) {
    expect(() => expect(schedule).toMatchSchedule(line)).toThrow(`schedule_line: a line of the schedule is "${line}"`);
  }
});

test("toRespondWithin judges every job, also those that have not ended", () => {
  const made = audioAndBulky();
  expect(made).toRespondWithin(3, "audio");
  expect(made).not.toRespondWithin(2.9, "audio");
  expect(made).toRespondWithin(14, "bulky");
  expect(messageOf(() => expect(made).toRespondWithin(2, "audio"))).toMatchInlineSnapshot(`
    "expected every job of "audio" to end within 2 ms, but T1J0 took 3; T1J1 took 3:

    > 0–3    T1J0 audio  done
      3–10   T0J0 bulky  …
    > 10–13  T1J1 audio  done
      13–14  T0J0 bulky  done, 2 late"
  `);
  expect(messageOf(() => expect(made).not.toRespondWithin(20, "bulky"))).toContain(
    'expected a job of "bulky" to take longer than 20 ms, but the longest response took 14:',
  );
  const { rt, host, schedule, work } = virtualScheduler();
  rt.submit(work(1), { name: "a", deadline: 1 });
  rt.submit(work(1), { name: "a", delay: 3, deadline: 90 });
  rt.submit(work(50), { name: "in the way", delay: 2, deadline: 60 });
  host.run(20);
  expect(messageOf(() => expect(schedule).toRespondWithin(5, "a"))).toContain(
    'expected every job of "a" to end within 5 ms, but T0J1 has not ended after 17:',
  );
});

test("sums of fractions do not make a response late", () => {
  const { rt, host, schedule, work } = virtualScheduler();
  rt.submit(work(0.1));
  rt.submit(work(0.2), { name: "second" });
  host.run();
  expect(schedule.maxResponseTime("second")).not.toBe(0.3);
  expect(schedule).toRespondWithin(0.3, "second");
});

test("toRunInOrder takes names and ids, and shows where another ran", () => {
  const made = audioAndBulky();
  expect(made).toRunInOrder(["audio", "bulky", "audio", "bulky"]);
  expect(made).toRunInOrder(["T1J0", "bulky", "T1J1", "T0J0"]);
  expect(made).not.toRunInOrder(["audio", "bulky"]);
  expect(messageOf(() => expect(made).toRunInOrder(["audio", "bulky", "bulky"]))).toMatchInlineSnapshot(`
    "expected jobs to run in the order audio, bulky, bulky, but T1J1 audio ran where "bulky" was expected:

      0–3    T1J0 audio  done
      3–10   T0J0 bulky  …
    > 10–13  T1J1 audio  done
      13–14  T0J0 bulky  done, 2 late"
  `);
  expect(messageOf(() => expect(made).toRunInOrder(["audio"]))).toContain(
    "but T0J0 bulky ran after the last one named",
  );
  const longer = ["audio", "bulky", "audio", "bulky", "audio"];
  expect(messageOf(() => expect(made).toRunInOrder(longer))).toContain(
    'but nothing ran any more where "audio" was expected',
  );
});

test("toMatchSchedule takes as much of each line as is said", () => {
  const made = audioAndBulky();
  expect(made).toMatchSchedule(made.schedule.text);
  expect(made).toMatchSchedule(`
    0-3    audio
    3–10   T0J0       …
    10-13  T1J1 audio
    13–14  bulky      done, 2 late
  `);
  for (const wrong of [
    "0–3 audio", // not all
    "0–3 audio\n3–10 bulky\n10–13 audio\n13–14 bulky\n14–15 audio",
    "0–3 audio\n3–9 bulky\n10–13 audio\n13–14 bulky",
    "0–3 audio\n3–10 bulky\n10–13 bulky\n13–14 bulky",
    "0–3 audio\n3–10 bulky done\n10–13 audio\n13–14 bulky",
    "0–3 T1J1\n3–10 bulky\n10–13 audio\n13–14 bulky",
    "",
  ]) {
    expect(made).not.toMatchSchedule(wrong);
  }
  expect(messageOf(() => expect(made).toMatchSchedule("0–3 audio\n3–11 bulky\n11-14 audio"))).toMatchInlineSnapshot(`
    "expected another schedule (- expected, + what ran):

      0–3    T1J0 audio  done
    - 3–11 bulky
    - 11-14 audio
    + 3–10   T0J0 bulky  …
    + 10–13  T1J1 audio  done
    + 13–14  T0J0 bulky  done, 2 late"
  `);
});

test("idle time is matched where it is said", () => {
  const { rt, host, schedule, work } = virtualScheduler();
  rt.submit(work(1), { name: "a", delay: 2 });
  rt.submit(work(1), { name: "b", delay: 5 });
  host.run();
  expect(schedule).toMatchSchedule("2-3 a\n5-6 b");
  expect(schedule).toMatchSchedule("0-2 idle\n2-3 a\n3-5 idle\n5-6 b");
  expect(schedule).not.toMatchSchedule("0-2 idle\n2-3 a\n3-4 idle\n5-6 b");
});

test("an assertion that could not fail is an error, also when negated", () => {
  const { rt, host, schedule, work } = virtualScheduler();
  expect(() => expect(schedule).toMeetDeadlines()).toThrow("no_deadline");
  rt.submit(work(5), { name: "slow", deadline: 90 });
  rt.submit(work(5), { name: "background" });
  host.run(2);
  expect(() => expect(schedule).toRespondWithin(90, "slow")).toThrow('none_ended: no job of "slow" has ended until');
  expect(() => expect(schedule).toMeetDeadlines("slow")).toThrow(
    'no_deadline: every job of "slow" should meet its deadline, but until 2 none with a deadline has ended or come to it.',
  );
  host.run();
  expect(() => expect(schedule).toMeetDeadlines("background")).toThrow("no_deadline");
  expect(() => expect(schedule).not.toMeetDeadlines("slo")).toThrow('job_unknown: no job "slo" was released');
  expect(() => expect(schedule).toMatchSchedule("slow then background")).toThrow(
    'schedule_line: a line of the schedule is "slow then background". Give times and a job:',
  );
  expect(() => expect(5).toMeetDeadlines()).toThrow("not_a_schedule: expect() got 5.");
  expect(() => expect(new ScheduleRecorder()).toRunInOrder("a" as never)).toThrow("order_not_an_array");
  expect(() => expect(schedule).toRespondWithin(0, "slow")).toThrow("response_not_positive");
});

test("a long schedule is shown around what matters", () => {
  const { rt, host, schedule, work } = virtualScheduler({ slice: 1, round: 1 });
  for (let i = 0; i < 40; i++) rt.submit(work(1), { name: `job ${i}`, deadline: i === 20 ? 15 + 1e-3 : 100 + i });
  rt.submit(work(9), { name: "first", deadline: 9 });
  rt.submit(work(9), { name: "second", deadline: 10 });
  host.run();
  const message = messageOf(() => expect(schedule).toMeetDeadlines());
  expect(message.split("\n").filter((line) => line.startsWith("> "))).toEqual([
    "> 9–18   T0J41 second  done, 8 late",
    "> 18–19  T0J20 job 20  done, 3.999 late",
  ]);
  expect(message.split("\n").length).toBeLessThan(25);
  expect(message).toContain("lines after)");
});
