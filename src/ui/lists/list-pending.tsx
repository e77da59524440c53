import { t } from '#lib/texts.ts'
import { Skeleton } from './skeleton.tsx'

const rows = ['a', 'b', 'c', 'd']

/** Takes the place of a list while it is loading. */
export function ListPending() {
  return (
    <div aria-busy="true" className="border-ink border-t-2">
      <p className="sr-only" role="status">
        {t('Loading')}
      </p>
      {rows.map((row) => (
        <div key={row} className="border-hair border-b py-4">
          <Skeleton className="mb-3 h-5 w-3/5" />
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </div>
  )
}
