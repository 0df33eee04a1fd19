/** A screen without a monitor, at a refresh rate of one's choice: Xorg with its dummy driver. Xvfb knows no rates. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const xorg = "/usr/bin/Xorg";
const drivers = "/usr/lib/xorg/modules/drivers";
const startTimeout = 10_000;

export interface Screen {
  /** For the environment variable DISPLAY. */
  readonly display: string;
  stop(): void;
}

/** Whether {@link startScreen} can work here. */
export function hasScreens(): boolean {
  return existsSync(xorg) && existsSync(drivers) && readdirSync(drivers).includes("dummy_drv.so");
}

/** @throws Error if the server does not start */
export async function startScreen(hz: number): Promise<Screen> {
  const folder = mkdtempSync(join(tmpdir(), "preempt-screen-"));
  const config = join(folder, "xorg.conf");
  writeFileSync(config, configuration(hz));
  // It chooses a number that is free, and tells it on its third stream.
  const args = ["-displayfd", "3", "-config", config, "-logfile", join(folder, "log"), "-nolisten", "tcp", "-noreset"];
  const server = spawn(xorg, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const stop = () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const number = await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error(`Xorg shows no screen of ${hz} Hz`));
      setTimeout(fail, startTimeout).unref();
      server.on("error", fail).on("exit", fail);
      let text = "";
      server.stdio[3]?.on("data", (chunk) => {
        text += String(chunk);
        if (text.includes("\n")) resolve(text.trim());
      });
    });
    return { display: `:${number}`, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** One mode alone: 1280 by 1024, as 1400 by 1200 with what is blank. */
function configuration(hz: number): string {
  const clock = (1400 * 1200 * hz) / 1e6;
  return `
Section "Device"
  Identifier "device"
  Driver "dummy"
  VideoRam 16384
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 1-2000
  VertRefresh 1-1000
  Modeline "only" ${clock.toFixed(3)} 1280 1300 1360 1400 1024 1030 1040 1200
EndSection
Section "Screen"
  Identifier "screen"
  Device "device"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "only"
  EndSubSection
EndSection
`;
}
