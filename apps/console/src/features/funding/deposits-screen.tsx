export default function DepositsScreen() {
  return null;
}
