import { t } from '#lib/texts.ts'
import { Skeleton } from '#ui/lists/skeleton.tsx'

const rows = ['a', 'b', 'c', 'd', 'e', 'f']

/** What the list of tools shows while it loads. It has the list's shape, so that nothing moves afterwards. */
export function ToolListPending() {
  return (
    <div className="wrap pt-8" aria-busy="true">
      <p className="sr-only" role="status">
        {t('Loading')}
      </p>
      <Skeleton className="h-11 w-56 max-w-full" />
      <Skeleton className="mt-3 mb-12 h-4 w-80 max-w-full" />
      <div className="overflow-clip rounded-2 border border-hair bg-raised">
        {rows.map((row) => (
          <div key={row} className="tool-row first:border-t-0">
            <Skeleton className="size-10" />
            <Skeleton className="h-5 w-32" />
            <Skeleton className="tool-text h-4" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** What a tool's page shows while it loads. */
export function ToolPending() {
  return (
    <div className="wrap pt-8" aria-busy="true">
      <p className="sr-only" role="status">
        {t('Loading')}
      </p>
      <div className="flex gap-4">
        <Skeleton className="size-12" />
        <Skeleton className="h-12 w-80 max-w-full" />
      </div>
      <Skeleton className="mt-6 h-4 w-3/5" />
      <Skeleton className="mt-3 h-4 w-2/5" />
    </div>
  )
}
