import { parentPort, workerData } from 'node:worker_threads'
import { rateModels } from '../rating-rules.ts'

// The thread of rate-in-worker.ts.
parentPort?.postMessage(rateModels(workerData))
