import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { FailureNote } from '#ui/note.tsx'

/** Replaces a page whose data failed to load. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <CustomRouteError
      title={t('This page could not be loaded')}
      text={error instanceof Error ? error.message : t('Something went wrong.')}
    />
  )
}

/** Does the same as `RouteError`, but shows the given texts. */
export function CustomRouteError(texts: { title: string; text: string }) {
  const router = useRouter()
  return <ErrorPage {...texts} onRetry={() => router.invalidate()} />
}

/** Replaces a page that failed to load with an explanation and a button to try again. */
function ErrorPage({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) {
  return (
    <div className="wrap pt-10">
      <h1 className="mb-5 text-h2">{title}</h1>
      <FailureNote
        title={text}
        action={
          <div className="flex flex-wrap gap-2">
            <button type="button" className="btn js-only" onClick={onRetry}>
              <Icon name="rotate-ccw" className="icon-sm" />
              {t('Try again')}
            </button>
            <Link to="/" className="btn btn-bare">
              {t('Back to Home')}
            </Link>
          </div>
        }
      />
    </div>
  )
}
