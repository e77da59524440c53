import { createRoute, z } from '@hono/zod-openapi'
import {
  created,
  errors,
  forMembers,
  forMembersOrToken,
  Id,
  jsonBody,
  noContent,
  ok,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { byRegularEmail, regularEmails } from './regular-email-rules.ts'
import { notificationKinds, notificationLimits } from './rules.ts'

const kind = z.enum(notificationKinds)

const Notification = z
  .object({
    id: Id,
    kind,
    text: z.string().openapi({ description: 'What happened.', example: 'New version by ada' }),
    title: z.string().nullable().openapi({
      description: 'The title of what the notification is about; null if there is none or you may not see it.',
    }),
    path: z.string().nullable().openapi({ description: 'The path of the page that the notification links to.' }),
    createdAt: Time,
    read: z.boolean(),
  })
  .openapi('Notification')
export type Notification = z.infer<typeof Notification>

const UnreadCount = z
  .object({
    unread: z
      .number()
      .int()
      .openapi({ description: `Counted up to ${notificationLimits.counted + 1}.` }),
  })
  .openapi('UnreadCount')

const settings = {
  off: z
    .array(kind)
    .transform((kinds) => notificationKinds.filter((one) => kinds.includes(one)))
    .openapi({ description: 'The kinds of notifications that you switched off.' }),
  ...byRegularEmail((email) => z.boolean().openapi({ description: regularEmails[email].description })),
}

const NotificationSettings = z
  .object({
    ...settings,
    digestNeeds: z.enum(['email', 'confirmation']).nullable().openapi({
      description:
        'Why you can’t get the digest, or null. `email`: the site sends no email. `confirmation`: confirm your address.',
    }),
    feedSince: Time.nullable().openapi({
      description: 'When the address of your private feed was created; null if there is none.',
    }),
  })
  .openapi('NotificationSettings')
export type NotificationSettings = z.infer<typeof NotificationSettings>

const NotificationEdit = z.object(settings).partial()
export type NotificationEdit = z.infer<typeof NotificationEdit>

const path = '/api/notifications'
const tags = ['Notifications']

export const notificationsContract = {
  listNotifications: createRoute({
    method: 'get',
    path,
    security: forMembersOrToken('read'),
    tags,
    summary: 'Lists your notifications, newest first',
    request: {
      query: Paging.extend({
        unread: z.enum(['true', 'false']).optional().openapi({ description: 'true: only unread ones.' }),
      }),
    },
    responses: {
      ...ok(pageOf(Notification).openapi('NotificationPage'), 'A page of notifications that you may still see.'),
      ...errors(401),
    },
  }),
  countNotifications: createRoute({
    method: 'get',
    path: `${path}/count`,
    security: forMembersOrToken('read'),
    tags,
    summary: 'Counts your unread notifications',
    responses: { ...ok(UnreadCount, 'The number.'), ...errors(401) },
  }),
  markNotification: createRoute({
    method: 'patch',
    path: `${path}/{id}`,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Marks a notification as read or unread; a repeated call changes nothing',
    request: { params: z.object({ id: z.uuid() }), body: jsonBody(z.object({ read: z.boolean() })) },
    responses: { ...noContent('The notification is marked, or no longer exists.'), ...errors(401) },
  }),
  markNotificationsRead: createRoute({
    method: 'post',
    path: `${path}/read`,
    security: forMembersOrToken('write'),
    tags,
    summary: 'Marks all notifications up to a time as read',
    request: {
      body: jsonBody(
        z.object({
          until: z.iso
            .datetime()
            .openapi({ description: '`createdAt` of the newest notification that you have seen.' }),
        }),
      ),
    },
    responses: { ...noContent('The notifications are read.'), ...errors(401) },
  }),
  getNotificationSettings: createRoute({
    method: 'get',
    path: '/api/user/notification-settings',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Returns what you are notified of, and how',
    responses: { ...ok(NotificationSettings, 'Your choices.'), ...errors(401) },
  }),
  editNotificationSettings: createRoute({
    method: 'patch',
    path: '/api/user/notification-settings',
    security: forMembers,
    tags,
    summary: 'Changes what you are notified of; emails need a confirmed address',
    request: { body: jsonBody(NotificationEdit) },
    responses: { ...ok(NotificationSettings, 'Your choices.'), ...errors(401, 403) },
  }),
  createNotificationFeed: createRoute({
    method: 'post',
    path: '/api/user/notification-feed',
    security: forMembers,
    tags,
    summary: 'Creates a new secret address for the feed of your notifications; the previous one stops working',
    responses: {
      ...created(
        z
          .object({ url: z.string().openapi({ description: 'The secret address. It is shown only this once.' }) })
          .openapi('NotificationFeed'),
        'The address.',
      ),
      ...errors(401),
    },
  }),
  revokeNotificationFeed: createRoute({
    method: 'delete',
    path: '/api/user/notification-feed',
    security: forMembers,
    tags,
    summary: 'Revokes the address of your private feed immediately',
    responses: { ...noContent('The address no longer works.'), ...errors(401) },
  }),
}
