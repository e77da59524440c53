import { createDeliverer, type DeliveryContext, deliveryJob } from './deliver-webhooks.ts'
import { handlePausedEmails } from './paused-email.ts'
import { recordEndedModels } from './record-webhook-events.ts'

/**
 * Registers the jobs of webhooks. They only start deliveries, because an endless receiver would hold up other jobs. What
 * a process leaves unsent when it ends is sent by the next run, within a minute.
 */
export function declareWebhookJobs(context: DeliveryContext): void {
  const { jobs, db, now } = context
  handlePausedEmails(context)
  const deliverer = createDeliverer(context)
  jobs.handle(deliveryJob, async () => deliverer.start())
  jobs.every('webhooks', '* * * * *', async () => deliverer.start())
  jobs.every('webhook-models', '*/10 * * * *', () => recordEndedModels(db, now()))
}
