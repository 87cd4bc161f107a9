import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

// Loaded into servers of the tests before its own code. Background work, such as the smaller files of a picture,
// gives way to everything else on the machine: beside two busy processes it gets a sixtieth of a processor, and a test
// that waits for it waits for minutes.
os.setPriority = () => {};
syncBuiltinESMExports();
