import { handleTasks } from '#platform/work/work-process.ts'
import type { CheckTask } from './run-checks.ts'
import { type CheckTrial, tryChecks } from './try-checks.ts'

// The program of the separate process in which run-checks.ts compiles and runs patterns and schemas.
handleTasks<CheckTask, CheckTrial[]>(({ checks, answer }) => tryChecks(checks, answer))
