import { t } from '#lib/texts.ts'
import { deletedAccountId, siteAccountId } from '#platform/actor.ts'
import { AppError } from '#platform/errors.ts'

/** Refuses changes to the site's own accounts, which keep their role and can't be banned. Throws AppError forbidden. */
export function refuseSiteAccounts(userId: string): void {
  if (userId === siteAccountId || userId === deletedAccountId)
    throw new AppError('forbidden', t('This account belongs to the site itself. It can’t be changed.'))
}
