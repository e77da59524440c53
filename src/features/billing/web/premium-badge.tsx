import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { creditSummaryQuery } from '#features/credits/web/credit-queries.ts'
import { t } from '#lib/texts.ts'

/** Shows in the user menu that the user has Premium. The plan is requested when the menu opens. */
export function PremiumBadge({ isOpen }: { isOpen: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery({ ...creditSummaryQuery(api), enabled: isOpen })
  return data?.plan === 'premium' ? (
    <span className="mt-1 inline-block rounded-1 bg-accent px-2 font-semibold text-accent-ink text-small">
      {t('Premium')}
    </span>
  ) : null
}
