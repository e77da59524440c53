import { parentPort, workerData } from 'node:worker_threads'
import { rateModels } from '../rating-rules.ts'

// The code of the worker thread that rate-in-worker.ts starts.
parentPort?.postMessage(rateModels(workerData))
