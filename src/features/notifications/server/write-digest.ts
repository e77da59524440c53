import { formatNumber } from '#lib/numbers.ts'
import type { EmailWriter } from './notification-context.ts'
import { listForDigest } from './notification-queries.ts'

/** How many notifications a digest lists, and up to how many it counts. */
const [shownMax, countedMax] = [20, 1000]

/** Writes the weekly email: unread notifications that weren't in a digest yet. Marks them as mailed. */
export const writeDigest: EmailWriter = async (tx, { userId, siteName, origin, now }) => {
  const notifications = await listForDigest(tx, userId, countedMax)
  if (notifications.length === 0) return null
  await tx
    .updateTable('notifications')
    .set({ mailedAt: now })
    .where('userId', '=', userId)
    .where(
      'eventId',
      'in',
      notifications.map(({ id }) => id),
    )
    .execute()
  const lines = notifications.slice(0, shownMax).map(({ text, title, path }) => {
    const address = path === null ? '' : `\n  ${origin}${path}`
    return `- ${text}${title === null ? '' : `: “${title}”`}${address}`
  })
  const moreCount = notifications.length - lines.length
  // There may be more than were counted.
  const isFloor = notifications.length === countedMax
  const count = isFloor ? `${formatNumber(countedMax)} or more` : String(notifications.length)
  const more = `${isFloor ? `At least ${moreCount}` : moreCount} more: ${origin}/notifications`
  return {
    subject: `${count} unread notification${notifications.length === 1 ? '' : 's'} at ${siteName}`,
    text: `This is your weekly digest from ${siteName}: ${count} unread.

${lines.join('\n\n')}${moreCount > 0 ? `\n\n${more}` : ''}`,
  }
}
