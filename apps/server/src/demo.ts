/** The product imports the demo only through this file: add here what else it needs. */
export { sampleFeedsOf } from "../../../demo/feeds/dated.ts";
export { demoAccounts, seedDemo } from "../../../demo/write.ts";
