import { requireMember } from '#platform/actor.ts'
import { type Api, createApi } from '#platform/api.ts'
import { notificationsContract as contract } from '../contract.ts'
import { editSettings } from './edit-settings.ts'
import { markNotification, markNotificationsRead } from './mark-notification.ts'
import type { NotificationContext } from './notification-context.ts'
import { countUnread, listNotifications } from './notification-queries.ts'
import { createPrivateFeed, revokePrivateFeed } from './private-feed.ts'
import { getSettings } from './setting-queries.ts'

const marksPerMember = { name: 'notification-mark', points: 600, seconds: 3600 }
const settingsPerMember = { name: 'notification-settings', points: 60, seconds: 3600 }

/** Creates the endpoints for a member's notifications, notification settings and private feed. */
export function notificationsRoutes(context: NotificationContext): Api {
  const api = createApi()
  const { db, now, limits, sendsEmail, origin } = context
  api.openapi(contract.listNotifications, async (c) => {
    const { unread, ...page } = c.req.valid('query')
    const member = requireMember(c.get('actor'))
    return c.json(await listNotifications(db, member.id, { ...page, unread: unread === 'true' }), 200)
  })
  api.openapi(contract.countNotifications, async (c) =>
    c.json({ unread: await countUnread(db, requireMember(c.get('actor')).id) }, 200),
  )
  api.openapi(contract.markNotification, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(marksPerMember, member.id)
    await markNotification(db, member, { ...c.req.valid('param'), ...c.req.valid('json'), now: now() })
    return c.body(null, 204)
  })
  api.openapi(contract.markNotificationsRead, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(marksPerMember, member.id)
    await markNotificationsRead(db, member, { until: new Date(c.req.valid('json').until), now: now() })
    return c.body(null, 204)
  })
  api.openapi(contract.getNotificationSettings, async (c) =>
    c.json(await getSettings(db, requireMember(c.get('actor')).id, sendsEmail), 200),
  )
  api.openapi(contract.editNotificationSettings, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(settingsPerMember, member.id)
    return c.json(await editSettings(context, member, c.req.valid('json')), 200)
  })
  api.openapi(contract.createNotificationFeed, async (c) => {
    const member = requireMember(c.get('actor'))
    await limits.take(settingsPerMember, member.id)
    return c.json({ url: origin() + (await createPrivateFeed(db, member, now())) }, 201)
  })
  api.openapi(contract.revokeNotificationFeed, async (c) => {
    await revokePrivateFeed(db, requireMember(c.get('actor')))
    return c.body(null, 204)
  })
  return api
}
