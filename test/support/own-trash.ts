/** Each file of tests has a trash of its own: what it looks for there is not put in or taken out by another. */
import { join } from "node:path";
import { testDataHome } from "./test-data-home.js";

// The name of the common directory is that of the process which started the tests.
const common = process.env.XDG_DATA_HOME ?? testDataHome;
process.env.XDG_DATA_HOME = join(common, `${process.pid}-${process.env.VITEST_WORKER_ID ?? "0"}`);
