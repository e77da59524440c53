import { withDatabase } from '#cli/database.ts'
import { findUserId } from '#features/accounts/server/user-queries.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { createUnsubscribeToken, unsubscribePath } from '#features/notifications/server/unsubscribe-token.ts'

// Gives members their notifications of new events, as the job does every minute. The argument may be a member's
// username. If so, prints the path at which that member unsubscribes from the weekly email.
const [username = ''] = process.argv.slice(2)
await withDatabase(async (db) => {
  await deliverEvents(db, () => new Date())
  const id = await findUserId(db, username)
  if (id) console.log(unsubscribePath + (await createUnsubscribeToken(db, { userId: id, email: 'digest' })))
})
