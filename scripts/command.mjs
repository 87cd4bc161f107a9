import "./setup/node-version.mjs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./setup/paths.mjs";
import { prepareOrExit } from "./setup/prepare.mjs";

// `node scripts/command.mjs NAME ...`: one of the operator's commands, which sees the words behind its name.
process.chdir(root);
await prepareOrExit();
const [name = ""] = process.argv.splice(2, 1);
process.setSourceMapsEnabled(true);
const app = name === "witness" ? "witness" : "server";
await import(pathToFileURL(join(root, `apps/${app}/dist/${name}.js`)).href);
