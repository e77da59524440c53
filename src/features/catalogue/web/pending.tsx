import { t } from '#lib/texts.ts'
import { Skeleton } from '#ui/lists/skeleton.tsx'

const cells = ['a', 'b', 'c', 'd', 'e', 'f']

/** A placeholder for a card. It has the card's shape, so that nothing moves when the card loads. */
export function CardPending() {
  return (
    <div className="card">
      <Skeleton className="mt-1 mb-3 h-3 w-2/5" />
      <div>
        <Skeleton className="mb-3 h-5 w-4/5" />
        <Skeleton className="mb-2 h-3" />
        <Skeleton className="h-3 w-4/5" />
        <div className="my-3 grid h-22 content-around">
          <Skeleton className="h-2.5" />
          <Skeleton className="h-2.5 w-11/12" />
          <Skeleton className="h-2.5" />
          <Skeleton className="h-2.5 w-2/5" />
        </div>
      </div>
      <Skeleton className="mb-3 h-3 w-1/2" />
      <div className="foot">
        <div className="byline flex min-h-10 items-center">
          <Skeleton className="h-3 w-1/3" />
        </div>
      </div>
    </div>
  )
}

/** A placeholder for a list of prompts. */
export function PromptListPending() {
  return (
    <div className="wrap pt-8" aria-busy="true">
      <p className="sr-only" role="status">
        {t('Loading')}
      </p>
      <Skeleton className="h-11 w-80 max-w-full" />
      <Skeleton className="mt-3 mb-6 h-4 w-56" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 side:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="grid content-start gap-3 border-ink border-t-2 pt-3 max-side:hidden">
          {cells.map((cell) => (
            <Skeleton key={cell} className="h-4" />
          ))}
        </div>
        <div>
          <div className="mb-4 h-9" />
          <div className="cards cards-2">
            {cells.map((cell) => (
              <CardPending key={cell} />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

/** A placeholder for a prompt's page. */
export function PromptPending() {
  return (
    <div
      className="wrap grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 pt-6 lg:grid-cols-[minmax(0,1fr)_19rem]"
      aria-busy="true"
    >
      <div>
        <p className="sr-only" role="status">
          {t('Loading')}
        </p>
        <Skeleton className="h-4 w-48" />
        <Skeleton className="mt-4 h-11 w-4/5" />
        <Skeleton className="mt-4 h-4 w-3/5" />
        <div className="framed mt-6 grid h-120 content-start gap-4 p-10">
          {cells.map((cell) => (
            <Skeleton key={cell} className="h-4" />
          ))}
        </div>
      </div>
      <div className="grid gap-4">
        <Skeleton className="h-16" />
        <Skeleton className="h-10" />
        <Skeleton className="h-40" />
      </div>
    </div>
  )
}
