import { readData } from "./read-data.ts";
import { serveProgram } from "./serve-program.ts";

serveProgram(({ language }) => readData(language));
