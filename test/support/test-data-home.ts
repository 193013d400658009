import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the tests' trash is; made by whoever trashes something, removed when all tests are over. */
export const testDataHome = join(tmpdir(), `prime-sessions-tests-${process.pid}`);
