import { useEffect, useState } from "react";

/** Whether a value, compared by identity, has been the same for so long. */
export function useRested<T>(value: T, ms: number): boolean {
  const [rested, setRested] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested({ value }), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested !== null && rested.value === value;
}
