import type { Platform } from '#server/platform/api.ts'

/** What notifications depend on. `sendsEmail` tells whether the site can send email (SMTP_URL). */
export type NotificationContext = Platform & { sendsEmail: boolean; siteName: string; origin: () => string }
