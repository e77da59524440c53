import { type Api, createApi } from '#platform/api.ts'
import type { NotificationContext } from './notification-context.ts'
import { unsubscribe } from './unsubscribe.ts'
import { type UnsubscribeState, unsubscribePage, unsubscribePolicy } from './unsubscribe-page.ts'
import { readUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts'

/**
 * Creates the endpoints for the link at the end of every regular email. GET shows a button. POST unsubscribes, and a
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
