import type { Platform } from '#server/platform/api.ts'

/** The dependencies of notifications. `sendsEmail`: the site can send email (SMTP_URL). */
export type NotificationContext = Platform & { sendsEmail: boolean; siteName: string; origin: () => string }
