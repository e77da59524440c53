import {
  type ComponentType,
  lazy,
  memo,
  type RefCallback,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/** The code of all late sections, for the server, which has to have it before it renders. */
const sections: (() => Promise<unknown>)[] = []

/** Loads the code of all late sections. The server calls it at start. */
export async function loadLateSections(): Promise<void> {
  await Promise.all(sections.map((load) => load()))
}

/** How near a section comes to the window before its code loads. */
const nearby = '200px'

/**
 * A section below the fold. The server renders it; in the browser its HTML stays as it is until the reader comes near or
 * focuses it, and only then its code loads and it becomes interactive. So a first visit doesn't load that code; on later
 * pages it loads at once. If it fails to load, the HTML stays, and loading is tried again once the browser is online.
 * Props should stay the same until then: what changes is read inside, by a query for example. Call it outside of
 * components.
 */
export function lateSection<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  const keep = async () => {
    loaded = await load()
    return loaded
  }
  if (import.meta.env.SSR) sections.push(keep)
  return function LateSection(props: Props) {
    const isFirstPage = useSyncExternalStore(subscribeToNothing, no, yes)
    const [{ Section, watch }] = useState(() =>
      loaded ? { Section: loaded, watch: undefined } : whenNear(keep, isFirstPage),
    )
    return (
      <div ref={watch}>
        <Boundary Section={Section as ComponentType} props={props} />
      </div>
    )
  }
}

/** React gives up the server's HTML of a boundary that renders again too early, so it renders again for other props only. */
const Boundary = memo(
  ({ Section, props }: { Section: ComponentType; props: object }) => (
    <Suspense fallback={null}>
      <Section {...props} />
    </Suspense>
  ),
  (before, after) => isShallowEqual(before.props, after.props),
)

function isShallowEqual(before: object, after: object): boolean {
  const values = Object.entries(before)
  return values.every(([name, value]) => Object.is(value, after[name as keyof object]))
}

const subscribeToNothing = () => () => {}
const yes = () => true
const no = () => false

/**
 * A component whose code loads at once, or if it `waits`, when the watched element is near the window or has the focus. A
 * button that is pressed before it is interactive is pressed again then.
 */
function whenNear<Props extends object>(load: () => Promise<ComponentType<Props>>, waits: boolean) {
  const near = Promise.withResolvers<void>()
  if (!waits) near.resolve()
  let pressed: HTMLElement | null | undefined
  let isInteractive = false
  const loadWhenOnline = (): Promise<ComponentType<Props>> =>
    load().catch(
      () => new Promise((resolve) => addEventListener('online', () => resolve(loadWhenOnline()), { once: true })),
    )
  const Section = lazy(async () => {
    await near.promise
    const Loaded = await loadWhenOnline()
    const Interactive = (props: Props) => {
      useEffect(() => {
        isInteractive = true
        pressed?.click()
        pressed = null
      }, [])
      return <Loaded {...props} />
    }
    return { default: Interactive }
  })
  const watch: RefCallback<HTMLElement> = (element) => {
    if (!element) return
    const come = () => near.resolve()
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && come(), {
      rootMargin: nearby,
    })
    observer.observe(element)
    element.addEventListener('focusin', come)
    element.addEventListener('click', ({ target }) => {
      if (!isInteractive) pressed = (target as Element).closest('button')
    })
    return () => observer.disconnect()
  }
  return { Section: Section as unknown as ComponentType<Props>, watch }
}
