import { type Api, createApi } from '#platform/api.ts'
import type { Db } from '#platform/database/db.ts'
import type { UnsubscribableEmail } from '../regular-email-rules.ts'
import type { NotificationContext } from './notification-context.ts'
import { switchKindOff } from './setting-queries.ts'
import { type UnsubscribeState, unsubscribePage, unsubscribePolicy } from './unsubscribe-page.ts'
import { readUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts'

/**
 * Creates the endpoints for the link at the end of every scheduled email. GET shows a button. POST unsubscribes, and a
 * mail program may send the POST itself (RFC 8058). Neither needs a session or a body.
 */
export function unsubscribeRoutes({ db, siteName, origin }: NotificationContext): Api {
  const api = createApi()
  const path = `${unsubscribePath}:token`
  api.use(path, async (c, next) => {
    c.header('Content-Security-Policy', unsubscribePolicy)
    c.header('X-Robots-Tag', 'noindex')
    await next()
  })
  const page = (...state: UnsubscribeState) => unsubscribePage(state, { siteName, origin: origin() })
  api.get(path, async (c) => {
    const subscription = await readUnsubscribeToken(db, c.req.param('token'))
    return subscription === null ? c.html(page('unknown'), 404) : c.html(page('confirm', subscription.email))
  })
  api.post(path, async (c) => {
    const subscription = await readUnsubscribeToken(db, c.req.param('token'))
    if (subscription === null) return c.html(page('unknown'), 404)
    const { userId, email } = subscription
    await unsubscribe(db, userId, email)
    return c.html(page('done', email))
  })
  return api
}

/** Ends one kind of email to a member. Does nothing if they don't get it or the account was deleted. */
async function unsubscribe(db: Db, userId: string, email: UnsubscribableEmail): Promise<void> {
  if (email === 'reviews') return switchKindOff(db, userId, 'prompt-review')
  await db
    .updateTable('notificationReceivers')
    .set({ [email]: false })
    .where('userId', '=', userId)
    .execute()
}
