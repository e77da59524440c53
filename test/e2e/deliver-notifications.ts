import { withDatabase } from '#cli/database.ts'
import { findUserId } from '#features/accounts/server/user-queries.ts'
import { deliverEvents } from '#features/notifications/server/deliver-events.ts'
import { unsubscribePath, unsubscribeToken } from '#features/notifications/server/unsubscribe-token.ts'

// Delivers the waiting events, as the job does every minute. Prints the path at which the member with this username
// unsubscribes from the weekly email.
const [username = ''] = process.argv.slice(2)
await withDatabase(async (db) => {
  await deliverEvents(db, () => new Date())
  const id = await findUserId(db, username)
  if (id) console.log(unsubscribePath + (await unsubscribeToken(db, { userId: id, email: 'digest' })))
})
