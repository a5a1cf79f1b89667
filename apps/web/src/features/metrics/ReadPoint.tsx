import { useEffect } from 'react';
import { useActiveTooltipLabel, useIsTooltipActive, usePlotArea, useXAxisScale } from 'recharts';

/** Tells which point of a chart is read, by the arrow keys or the pointer. */
export function ReadPoint({ onRead }: { onRead: (at: string | undefined) => void }) {
  const label = useActiveTooltipLabel();
  const isActive = useIsTooltipActive();
  const at = isActive && typeof label === 'string' ? label : undefined;
  useEffect(() => onRead(at), [at, onRead]);
  return null;
}

/** The line through the point that is read. The library keeps where it was when the width was another. */
export function PointLine() {
  const label = useActiveTooltipLabel();
  const x = useXAxisScale()?.(label);
  const area = usePlotArea();
  if (x === undefined || !area) return null;
  return <line x1={x} x2={x} y1={area.y} y2={area.y + area.height} stroke="var(--field-line)" />;
}
