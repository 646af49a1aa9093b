export default function WithdrawalsScreen() {
  return null;
}
